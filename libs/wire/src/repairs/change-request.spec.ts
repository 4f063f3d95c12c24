import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { JsonDocument } from '#json-scan';
import { type RequestChange, changeRequest, listLost } from './change-request.js';

const change = async (body: string, wanted: RequestChange): Promise<string> =>
  (await changeRequest(Buffer.from(body), wanted)).toString();

describe('changes of a request body', () => {
  it.each<[string, string, RequestChange, string]>([
    [
      'is taken away and added',
      '{"model":"m", "stream" : true,"a":[1 ,2]}',
      { without: ['model', 'stream'], add: { version: 'v' } },
      '{"a":[1 ,2],"version":"v"}',
    ],
    [
      'is added only where it is missing',
      '{"version":"mine"}',
      { add: { version: 'v' } },
      '{"version":"mine"}',
    ],
    [
      'has another name',
      '{"max_completion_tokens": 5 ,"b":1}',
      { rename: { max_completion_tokens: 'max_tokens' } },
      '{"max_tokens":5 ,"b":1}',
    ],
    [
      'is not said twice under two names',
      '{"max_tokens":1,"max_completion_tokens":5}',
      { rename: { max_completion_tokens: 'max_tokens' } },
      '{"max_tokens":1}',
    ],
    [
      'stands in every element of a list',
      '{"tools":[{"x":true,"name":"a"},7,{"x":1},{"name":"b"}]}',
      { each: { tools: { without: ['x'], add: { type: 'custom' } } } },
      '{"tools":[{"name":"a","type":"custom"},7,{"type":"custom"},{"name":"b","type":"custom"}]}',
    ],
    [
      'stands in the lists of elements',
      '{"m":[{"c":[{"t":1,"x":2},"s"],"x":1},{"c":"x"}]}',
      { each: { m: { without: ['x'], each: { c: { without: ['x'] } } } } },
      '{"m":[{"c":[{"t":1},"s"]},{"c":"x"}]}',
    ],
    [
      'is wanted beside another member',
      '{"m":[{"calls":[]},{"calls":[],"why":""},{"a":1}]}',
      { each: { m: { addBeside: { calls: { why: ' ' } } } } },
      '{"m":[{"calls":[],"why":" "},{"calls":[],"why":""},{"a":1}]}',
    ],
    [
      'is another word',
      '{"m":[{"role":"developer"},{"role":"user"},{"role":7}]}',
      { each: { m: { words: { role: { developer: 'system' } } } } },
      '{"m":[{"role":"system"},{"role":"user"},{"role":7}]}',
    ],
    [
      'is shorter',
      `{"user":"${'u'.repeat(9)}","other":"${'u'.repeat(8)}"}`,
      { userIds: { user: 8, other: 8 } },
      '{"user":"dda76cfb","other":"uuuuuuuu"}',
    ],
    ['is no list', '{"tools":{"x":1}}', { each: { tools: { without: ['x'] } } }, '{"tools":{"x":1}}'],
    ['empties an element', '{"tools":[{"x":1}]}', { each: { tools: { without: ['x'] } } }, '{"tools":[{}]}'],
    [
      'stands in a wrapping',
      '{"outer":1,"request":{"model":"m","contents":[{"parts":[]}]}}',
      { unwrap: 'request', without: ['model'], each: { contents: { add: { role: 'user' } } } },
      '{"contents":[{"parts":[],"role":"user"}]}',
    ],
    ['is nothing', '{ "a" : 1 }', {}, '{ "a" : 1 }'],
  ])('%s', async (_what, body, wanted, expected) => {
    expect(await change(body, wanted)).toBe(expected);
  });

  it('result in valid JSON with any text around the change', async () => {
    const members = fc.dictionary(fc.string({ maxLength: 4 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 5 });
    await fc.assert(
      fc.asyncProperty(
        members,
        fc.array(fc.string({ maxLength: 4 }), { maxLength: 3 }),
        async (body, names) => {
          const sent = JSON.stringify({ ...body, last: 1 });
          const kept = Object.entries(JSON.parse(sent) as object).filter(([name]) => !names.includes(name));
          const changed = await change(sent, { without: names, add: { added: [1] } });
          expect(JSON.parse(changed)).toEqual({ added: [1], ...Object.fromEntries(kept) });
        },
      ),
    );
  });

  it('are reported as lost if the client set the member', () => {
    const document = JsonDocument.scan(Buffer.from('{"store":true,"a":1}'));
    const lost = { store: 'it keeps nothing', logprobs: 'it has none' };
    expect(listLost({ document }, { lost })).toEqual([{ param: 'store', reason: 'it keeps nothing' }]);
  });
});
