import { describe, expect, it } from 'vitest';
import { mcpToolName, nativeToolAliases } from './tools.js';

describe('names that select a tool', () => {
  it.each([
    ['Bash', ['bash']],
    ['Edit', ['edit_file', 'MultiEdit', 'apply_patch']],
    ['Write', ['write_file', 'apply_patch']],
    ['Agent', ['delegate', 'task']],
    ['Skill', ['load_skill']],
    ['NotebookEdit', []],
    ['mcp__a__b', ['mcp_a_b']],
    ['mcp_a_b', ['mcp__a__b']],
    ['mcp__a__b_c', ['mcp_a_b_c', 'mcp__a_b__c']],
    ['mcp_a_b_c', ['mcp__a__b_c', 'mcp__a_b__c']],
    ['mcp_alone', []],
  ])('%s', (name, aliases) => {
    expect(nativeToolAliases(name)).toEqual(aliases);
  });

  it.each([
    ['mcp_a_b', 'mcp__a__b'],
    ['mcp_memory_create_entities', 'mcp__memory__create_entities'],
    ['mcp__a__b', 'mcp__a__b'],
    ['mcp_alone', 'mcp_alone'],
    ['bash', 'bash'],
  ])('%s is %s to hooks', (native, known) => {
    expect(mcpToolName(native)).toBe(known);
  });
});
