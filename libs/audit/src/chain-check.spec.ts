import { describe, expect, it } from '@jest/globals';
import { GENESIS } from './audit-head.js';
import { chainEntry } from './audit-rows.js';
import { type AuditReport, ChainCheck } from './chain-check.js';
import { type ChainedEntry, type EntryContent, computeHash } from './chained-entry.js';

const ACTOR = { kind: 'user', id: '7', name: 'ann@example.com' } as const;
const AT = '2026-11-15T08:30:00.123456Z';

/** Entries 1 to `length`, each about a token of that number. */
function buildChain(length: number, action: `${string}.${string}` = 'token.create'): ChainedEntry[] {
  const entries: ChainedEntry[] = [];
  for (let number = 1; number <= length; number += 1) {
    const entry = { actor: ACTOR, action, subject: { type: 'token', id: String(number) } };
    entries.push(chainEntry(entry, entries.at(-1) ?? GENESIS, AT));
  }
  return entries;
}

function check(entries: readonly ChainedEntry[], expected?: { seq: number; hash: string }): AuditReport {
  const chainCheck = new ChainCheck(expected);
  for (const entry of entries) chainCheck.next(entry);
  return chainCheck.report();
}

function at(entries: readonly ChainedEntry[], seq: number): ChainedEntry {
  const entry = entries[seq - 1];
  if (entry === undefined) throw new Error(`no entry ${seq}`);
  return entry;
}

/** A forged entry with a valid hash. */
function forge(entry: ChainedEntry, changes: Partial<EntryContent>): ChainedEntry {
  const { hash, ...content } = { ...entry, ...changes };
  expect(computeHash(content)).not.toBe(hash);
  return { ...content, hash: computeHash(content) };
}

const CHANGED = 'was changed: its content does not match its hash';
const UNLINKED = 'does not match the previous entry: one of the two was replaced';
const HEAD_REPLACED = 'does not match the given head: it was replaced';

describe('a check of the chain', () => {
  const entries = buildChain(6);
  const head = { seq: 6, hash: at(entries, 6).hash };

  it('finds no faults in an intact log, and reports its head', () => {
    expect(check(entries)).toEqual({ entries: 6, faults: [], head });
    expect(check([])).toEqual({ entries: 0, faults: [], head: GENESIS });
  });

  it('finds an entry whose content was changed', () => {
    const changed = entries.with(2, { ...at(entries, 3), action: 'token.revoke' });
    expect(check(changed)).toEqual({ entries: 6, faults: [{ seq: 3, what: CHANGED }], head });
  });

  it('finds an entry whose content and hash were changed', () => {
    const replaced = entries.with(2, forge(at(entries, 3), { action: 'token.revoke' }));
    expect(check(replaced).faults).toEqual([{ seq: 4, what: UNLINKED }]);
  });

  it('finds missing entries, also at the beginning', () => {
    expect(check(entries.toSpliced(2, 1)).faults).toEqual([{ seq: 3, what: 'is missing' }]);
    expect(check(entries.slice(3)).faults).toEqual([{ seq: 1, what: 'is missing, with all up to 3' }]);
    expect(check(entries.filter(({ seq }) => seq === 2 || seq === 6)).faults).toEqual([
      { seq: 1, what: 'is missing' },
      { seq: 3, what: 'is missing, with all up to 5' },
    ]);
  });

  it('finds a gap that was closed by renumbering', () => {
    const closed = entries.toSpliced(2, 1).map((entry, index) => ({ ...entry, seq: index + 1 }));
    expect(check(closed).faults).toEqual([
      { seq: 3, what: UNLINKED },
      { seq: 3, what: CHANGED },
      { seq: 4, what: CHANGED },
      { seq: 5, what: CHANGED },
    ]);
  });

  it('finds swapped entries', () => {
    const [second, third] = [at(entries, 2), at(entries, 3)];
    const swapped = entries.with(1, { ...third, seq: 2 }).with(2, { ...second, seq: 3 });
    expect(check(swapped).faults).toEqual([
      { seq: 2, what: UNLINKED },
      { seq: 2, what: CHANGED },
      { seq: 3, what: UNLINKED },
      { seq: 3, what: CHANGED },
      { seq: 4, what: UNLINKED },
    ]);
  });

  it('finds duplicate and impossible numbers', () => {
    const [second, doubled] = [at(entries, 2), forge(at(entries, 2), { seq: 0 })];
    expect(check([doubled, ...entries.slice(0, 2), second, ...entries.slice(2)])).toEqual({
      entries: 8,
      faults: [
        { seq: 0, what: 'has a duplicate number' },
        { seq: 2, what: 'has a duplicate number' },
      ],
      head,
    });
  });

  describe('against a recorded head', () => {
    it('finds no faults if entries were only appended since', () => {
      for (const { seq, hash } of [GENESIS, ...entries]) {
        expect(check(entries, { seq, hash }).faults).toEqual([]);
      }
      expect(check([], GENESIS).faults).toEqual([]);
    });

    it('finds that the end was cut off, which the chain alone cannot show', () => {
      expect(check(entries.slice(0, 4)).faults).toEqual([]);
      expect(check(entries.slice(0, 4), head)).toMatchObject({
        entries: 4,
        faults: [{ seq: 5, what: 'is missing, with all up to 6' }],
      });
      expect(check([], head).faults).toEqual([{ seq: 1, what: 'is missing, with all up to 6' }]);
    });

    it('finds that all entries were replaced, which the chain alone cannot show', () => {
      const forged = buildChain(8, 'token.revoke');
      expect(check(forged).faults).toEqual([]);
      expect(check(forged, head).faults).toEqual([{ seq: 6, what: HEAD_REPLACED }]);
    });

    it('finds that the given head cannot be of any log', () => {
      expect(check(entries, { seq: 0, hash: head.hash }).faults).toEqual([{ seq: 0, what: HEAD_REPLACED }]);
    });
  });
});
