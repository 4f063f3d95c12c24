import { describe, expect, it } from '@jest/globals';
import { type UpstreamResponse } from '#egress';
import { sandboxModeration } from './index.js';

const THREAT = 'I am going to kill you and your family.';
const IMAGE = { type: 'image_url', image_url: { url: 'https://example.com/a.png' } };

async function send(input: unknown): Promise<UpstreamResponse> {
  const request = {
    url: new URL('http://sandbox.invalid/v1/moderations'),
    headers: {},
    body: Buffer.from(JSON.stringify({ model: 'sandbox-moderation', input })),
  };
  return sandboxModeration(request, new AbortController().signal);
}

async function getText({ body }: UpstreamResponse): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

async function flagsFor(input: unknown): Promise<boolean[]> {
  const { results } = JSON.parse(await getText(await send(input))) as { results: { flagged: boolean }[] };
  return results.map(({ flagged }) => flagged);
}

describe('sandbox-moderation', () => {
  it('classifies each text separately, and the parts of one input together', async () => {
    expect(await flagsFor(THREAT)).toEqual([true]);
    expect(await flagsFor(['Good morning!', THREAT])).toEqual([false, true]);
    expect(await flagsFor([{ type: 'text', text: THREAT }, IMAGE])).toEqual([true]);
    expect(await flagsFor([IMAGE])).toEqual([false]);
  });

  it('returns all members that clients read', async () => {
    const response: unknown = JSON.parse(await getText(await send(THREAT)));
    expect(response).toEqual({
      id: expect.stringMatching(/^modr-sandbox-[0-9a-f]{24}$/),
      model: 'sandbox-moderation',
      results: [
        {
          flagged: true,
          categories: expect.objectContaining({ violence: true, sexual: false }),
          category_scores: expect.objectContaining({ violence: expect.any(Number) }),
          category_applied_input_types: expect.objectContaining({ violence: ['text'] }),
        },
      ],
    });
  });

  it('applies directives in any input', async () => {
    await expect(send(['Good morning!', 'Bye. [[status=429]]'])).rejects.toMatchObject({ status: 429 });
    expect(await flagsFor(`[[delay=1]] ${THREAT}`)).toEqual([true]);
  });

  it.each(['cut', 'garbage'])('applies the fault %s', async (fault) => {
    const text = await getText(await send(`Good morning! [[${fault}]]`));
    expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
  });
});
