// The names of agents that are mistaken for skills.
export const AGENT_NAMES: ReadonlySet<string> = new Set(
  `ambiguity amplifier-cli-architect amplihack-improvement-workflow analyzer api-designer architect
  azure-kubernetes-expert builder ci-diagnostic-workflow cleanup concept-extractor database documentation-writer
  fallback-cascade fix-agent gherkin-expert guide iac-planner insight-synthesizer integration
  knowledge-archaeologist mcp-server-builder multi-agent-debate n-version-validator openapi-scaffolder optimizer
  patterns philosophy-guardian pre-commit-diagnostic preference-reviewer prompt-review-workflow prompt-writer reviewer
  rust-programming-expert security socratic-reviewer tester tla-plus-expert verus-expert visualization-architect
  worktree-manager xpia-defense`.split(/\s+/),
);
