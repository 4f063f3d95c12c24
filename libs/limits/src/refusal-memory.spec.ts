import { describe, expect, it } from '@jest/globals';
import { prepareChecks } from './limit-check.js';
import { RefusalMemory } from './refusal-memory.js';

const checksFor = (name: string) => prepareChecks([{ id: `token:${name}`, limits: { rpm: 5 } }]);

function getMemory(...names: string[]): RefusalMemory {
  const memory = new RefusalMemory(3);
  for (const check of names.flatMap(checksFor)) memory.remember({ check, waitMs: 10_000, state: {} }, 0);
  return memory;
}

function isKnown(memory: RefusalMemory, name: string, nowMs = 0): boolean {
  return memory.find(checksFor(name), nowMs) !== undefined;
}

describe('RefusalMemory', () => {
  it('keeps the latest refusals', () => {
    const memory = getMemory('a', 'b', 'c', 'a', 'd');
    expect(['a', 'b', 'c', 'd'].map((name) => isKnown(memory, name))).toEqual([true, false, true, true]);
  });

  it('keeps a refusal until its wait has elapsed', () => {
    const memory = getMemory('a');
    expect([9_999, 10_000, 9_999].map((nowMs) => isKnown(memory, 'a', nowMs))).toEqual([true, false, false]);
  });

  it('removes one refusal or all of them', () => {
    const memory = getMemory('a', 'b', 'c');
    memory.forget('token:a:rpm');
    expect(['a', 'b'].map((name) => isKnown(memory, name))).toEqual([false, true]);
    memory.clear();
    expect(isKnown(memory, 'b')).toBe(false);
  });
});
