import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { GatewayError } from '#canonical';
import { MESSAGES_MEMBERS } from '../anthropic-messages/validate-request.js';
import { JsonDocument } from '../json-scan/json-document.js';
import { CHAT_MEMBERS } from '../openai-chat/validate-request.js';
import { COMPLETION_MEMBERS } from '../openai-completions/validate-request.js';
import { RESPONSES_MEMBERS } from '../openai-responses/request.dto.js';
import { type CheckedMembers } from './checked-members.js';
import { memberError } from './member-fault.js';

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

/** On, near and beyond the bounds that members have. */
const anyValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(null, true, false, '', 'a', 'a\u0001', 'x'.repeat(257), [], {}, ['a'], ['a', 5], [[1]]),
  fc.constantFrom(-3, -2, -1, 0, 0.5, 1, 1.5, 2, 2.1, 20, 21, 128, 129, 2 ** 31 - 1, 2 ** 31, 1e21),
  fc.constantFrom({ include_usage: true }, Array(17).fill('s'), Array(1025).fill(0), [1, 2]),
  fc.jsonValue({ maxDepth: 2 }),
);

/** Names may be written with escapes. */
const writeName = (name: string, isEscaped: boolean): string =>
  isEscaped ? `"\\u00${name.charCodeAt(0).toString(16)}${name.slice(1)}"` : JSON.stringify(name);

/** Members of any value among or instead of those that a request needs, in any order, some given twice. */
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
  it('are right in one pass where the validator finds no fault, and wrong in its words where it does', () => {
    let inOrder = 0;
    fc.assert(
      fc.property(anyBody(members, base), (body) => {
        const document = JsonDocument.scan(Buffer.from(body));
        const ordered = members.readOrdered(document);
        const closely = getOutcome(() => members.readClosely(document, memberError));
        if (ordered === undefined) expect(closely).toMatchObject({ message: expect.any(String) });
        else expect(ordered).toEqual(closely);
        if (ordered !== undefined) inOrder += 1;
        expect(getOutcome(() => members.read(document, memberError))).toEqual(closely);
      }),
      { numRuns: 500 },
    );
    expect(inOrder).toBeGreaterThan(20);
  });
});
