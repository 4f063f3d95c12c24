import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { GatewayError } from '#canonical';
import { JsonDocument } from '#json-scan';
import { MESSAGES_MEMBERS } from '../anthropic-messages/validate-request.js';
import { CHAT_MEMBERS } from '../openai-chat/validate-request.js';
import { COMPLETION_MEMBERS } from '../openai-completions/validate-request.js';
import { RESPONSES_MEMBERS } from '../openai-responses/checked-members.js';
import { type CheckedMembers } from './checked-members.js';

type Members = CheckedMembers<object>;
type Entry = [name: string, value: unknown];

const FORMATS: [format: string, members: Members, base: Entry[]][] = [
  [
    'chat',
    CHAT_MEMBERS,
    [
      ['model', 'm'],
      ['messages', [{ role: 'user', content: 'hi' }]],
    ],
  ],
  [
    'completions',
    COMPLETION_MEMBERS,
    [
      ['model', 'm'],
      ['prompt', 'hi'],
    ],
  ],
  ['responses', RESPONSES_MEMBERS, [['model', 'm']]],
  [
    'messages',
    MESSAGES_MEMBERS,
    [
      ['model', 'm'],
      ['max_tokens', 5],
    ],
  ],
];

/** Values on, near and beyond the bounds of members. */
const anyValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(null, true, false, '', 'a', 'a\u0001', 'x'.repeat(257), [], {}, ['a'], ['a', 5], [[1]]),
  fc.constantFrom(-3, -2, -1, 0, 0.5, 1, 1.5, 2, 2.1, 20, 21, 128, 129, 2 ** 31 - 1, 2 ** 31, 1e21),
  fc.constantFrom({ include_usage: true }, Array(17).fill('s'), Array(1025).fill(0), [1, 2]),
  fc.jsonValue({ maxDepth: 2 }),
);

/** Names may contain escapes. */
const writeName = (name: string, isEscaped: boolean): string =>
  isEscaped ? `"\\u00${name.charCodeAt(0).toString(16)}${name.slice(1)}"` : JSON.stringify(name);

/** Any members among or instead of the required ones, in any order, some of them duplicate. */
function anyBody(members: Members, base: readonly Entry[]): fc.Arbitrary<string> {
  const names = [...members.members.map(({ name }) => name), 'service_tier', 'api_base'];
  const extra = fc.array(fc.tuple(fc.constantFrom(...names), anyValue), { maxLength: 4 });
  return fc
    .tuple(extra, fc.subarray([...base], { minLength: base.length - 1 }), fc.nat(30))
    .chain(([changes, kept, rarity]) => {
      const entries = [...kept.filter(([name]) => changes.every(([other]) => other !== name)), ...changes];
      return fc
        .shuffledSubarray(entries, { minLength: entries.length })
        .map(
          (shuffled) =>
            `{${shuffled.map(([name, value]) => `${writeName(name, rarity === 0)}:${JSON.stringify(value)}`).join(',')}}`,
        );
    });
}

function getOutcome(read: () => object): unknown {
  try {
    return read();
  } catch (thrown) {
    const { kind, param, code, message } = GatewayError.from(thrown);
    return { kind, param, code, message };
  }
}

describe.each(FORMATS)('the members of a %s request', (_format, members, base) => {
  it('have the same result in one pass as with errors', () => {
    let validCount = 0;
    fc.assert(
      fc.property(anyBody(members, base), (body) => {
        const document = JsonDocument.scan(Buffer.from(body));
        const fast = members.readFast(document);
        const expected = getOutcome(() => members.readWithErrors(document));
        if (fast === undefined) expect(expected).toMatchObject({ message: expect.any(String) });
        else expect(fast).toEqual(expected);
        if (fast !== undefined) validCount += 1;
        expect(getOutcome(() => members.read(document))).toEqual(expected);
      }),
      { numRuns: 500 },
    );
    expect(validCount).toBeGreaterThan(20);
  });
});
