import { expect, it } from 'vitest';
import { Ender, nativeSignal } from './end-signal.js';

it('tells everybody who listens once, with the reason of the first time', () => {
  const end = new Ender();
  const heard: unknown[] = [];
  const other = (): number => heard.push('never');
  end.addEventListener('abort', () => heard.push(end.reason));
  end.addEventListener('abort', other);
  end.removeEventListener('abort', other);
  expect(end.aborted).toBe(false);
  end.abort('first');
  end.abort('second');
  end.addEventListener('abort', other);
  expect([end.aborted, end.reason, heard]).toEqual([true, 'first', ['first']]);
});

it('who listens may stop listening, or listen anew, while it is told', () => {
  const end = new Ender();
  const heard: string[] = [];
  const second = (): number => heard.push('second');
  end.addEventListener('abort', () => {
    heard.push('first');
    end.removeEventListener('abort', second);
    end.addEventListener('abort', () => heard.push('too late'));
  });
  end.addEventListener('abort', second);
  end.abort('over');
  expect(heard).toEqual(['first', 'second']);
});

it('is followed by the kind that Node knows, whenever that is made', () => {
  const [end, ended] = [new Ender(), new Ender()];
  const native = nativeSignal(end);
  ended.abort('before');
  end.abort('later');
  expect([native.aborted, native.reason]).toEqual([true, 'later']);
  expect([nativeSignal(ended).aborted, nativeSignal(ended).reason]).toEqual([true, 'before']);
});

it('and Node’s own is that already', () => {
  const { signal } = new AbortController();
  expect(nativeSignal(signal)).toBe(signal);
});
