import { describe, expect, it } from '@jest/globals';
import { type UpstreamResponse } from '#egress';
import { sandboxModeration } from './index.js';

const THREAT = 'I am going to kill you and your family.';
const IMAGE = { type: 'image_url', image_url: { url: 'https://example.com/a.png' } };

async function ask(input: unknown): Promise<UpstreamResponse> {
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
  const { results } = JSON.parse(await getText(await ask(input))) as { results: { flagged: boolean }[] };
  return results.map(({ flagged }) => flagged);
}

describe('the sandbox that moderates', () => {
  it('judges each text for itself, and parts together', async () => {
    expect(await flagsFor(THREAT)).toEqual([true]);
    expect(await flagsFor(['Good morning!', THREAT])).toEqual([false, true]);
    expect(await flagsFor([{ type: 'text', text: THREAT }, IMAGE])).toEqual([true]);
    expect(await flagsFor([IMAGE])).toEqual([false]);
  });

  it('says all that clients look for', async () => {
    const answer: unknown = JSON.parse(await getText(await ask(THREAT)));
    expect(answer).toEqual({
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

  it('does what directives say, wherever they stand', async () => {
    await expect(ask(['Good morning!', 'Bye. [[status=429]]'])).rejects.toMatchObject({ status: 429 });
    expect(await flagsFor(`[[delay=1]] ${THREAT}`)).toEqual([true]);
  });

  it.each(['cut', 'garbage'])('breaks its answer: %s', async (fault) => {
    const text = await getText(await ask(`Good morning! [[${fault}]]`));
    expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
  });
});
