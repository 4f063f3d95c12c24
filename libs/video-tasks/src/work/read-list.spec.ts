import { describe, expect, it } from '@jest/globals';
import { type JsonObject } from '#canonical';
import { type VideoCall, findProvider } from '#providers';
import { type CallOutcome } from '#upstream';
import { readList } from './read-list.js';

const capability = findProvider('openai-compatible')?.video;
const SINCE = 1_000;

type Page = JsonObject | 'broken';

const page = (times: readonly number[], hasMore = true): Page => ({
  data: times.map((time, index) => ({ id: `v-${time}-${index}`, created_at: time })),
  has_more: hasMore,
});

/** Reads the list of an upstream that returns these pages, one for each call. */
async function read(getPage: (index: number) => Page, canContinue = () => Promise.resolve(true)) {
  if (capability === undefined) throw new Error('the provider has no videos');
  const calls: string[] = [];
  const call = ({ url }: VideoCall): Promise<CallOutcome> => {
    calls.push(url.searchParams.get('after') ?? '');
    const json = getPage(calls.length - 1);
    if (json === 'broken') return Promise.resolve({ kind: 'answer', status: 500, bytes: Buffer.alloc(0) });
    return Promise.resolve({ kind: 'answer', status: 200, json, bytes: Buffer.alloc(0) });
  };
  const place = { baseUrl: 'https://videos.example/v1', upstreamModel: 'video-1' };
  const request = { model: 'video', prompt: 'a fox', images: [] };
  const options = { sinceSeconds: SINCE, canContinue };
  const pages = [];
  for await (const one of readList({ capability, place, upstream: { call } }, { request }, options)) {
    pages.push(one);
  }
  return { calls, videos: pages.flatMap(({ videos }) => videos).length, isWhole: pages.at(-1)?.isWhole };
}

const inOrder =
  (...pages: Page[]) =>
  (index: number): Page =>
    pages[index] ?? 'broken';

describe('the list of an upstream', () => {
  it('is read page by page, back to the start time', async () => {
    const pages = inOrder(page([1_009, 1_008]), page([1_007, 1_006]), page([1_005, 999]), page([998]));
    expect(await read(pages)).toEqual({
      calls: ['', 'v-1008-1', 'v-1006-1'],
      videos: 6,
      isWhole: true,
    });
  });

  it.each([
    ['ends after the start time', inOrder(page([1_009]), page([1_008], false)), { videos: 2, isWhole: true }],
    ['fails', inOrder(page([1_009]), 'broken'), { videos: 1, isWhole: false }],
    [
      'is not ordered',
      inOrder(page([1_002]), page([900, 1_003]), page([800])),
      { videos: 4, isWhole: false },
    ],
    ['repeats its first page', () => page([1_009, 1_008]), { videos: 2, isWhole: false }],
    ['cannot be parsed', inOrder(page([1_009]), { data: [{}] }), { videos: 1, isWhole: false }],
  ])('has isWhole set correctly if it %s', async (_name, pages, expected) => {
    expect(await read(pages)).toMatchObject(expected);
  });

  it('is read up to 5,000 videos', async () => {
    const times = Array.from({ length: 100 }, () => 2_000_000);
    const { calls, videos, isWhole } = await read((index) => page(times.map((time) => time - index)));
    expect([calls.length, videos, isWhole]).toEqual([50, 5_000, false]);
  });

  it('is read no further after the lease was lost', async () => {
    const pages = inOrder(page([1_009]), page([999]));
    const { calls, isWhole } = await read(pages, () => Promise.resolve(false));
    expect([calls.length, isWhole]).toEqual([1, false]);
  });
});
