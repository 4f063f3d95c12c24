import { type ImageRequest, type Usage } from '#canonical';
import { IMAGE_UPSTREAMS, type ImageUpstream } from '#wire';
import { type Attempt } from '../attempt.js';
import { inBatches } from '../batches.js';
import { lostInClientWords, translateRequest } from '../in-client-words.js';
import { withInlineInputs } from './inline-inputs.js';
import { type ReceivedImages } from './received-images.js';
import { type MadeAnswer, sendAnswer } from './send-answer.js';

const CALLS_AT_ONCE = 4;

/** The upstream is asked in its own words, as often as it takes to get as many pictures as the client wants. */
export async function translateImages(attempt: Attempt, received: ReceivedImages): Promise<void> {
  const { client } = received;
  const upstream = upstreamOf(attempt.way.format);
  const asked = await withInlineInputs(received.asked, attempt.parts.fetchMedia);
  const { lost } = translateRequest(asked, client, () =>
    upstream.encodeRequest(asked, attempt.upstreamModel),
  );
  attempt.lose(lostInClientWords(lost, asked, client));
  await sendAnswer(attempt, received, await makePictures(attempt, upstream, asked));
}

async function makePictures(
  attempt: Attempt,
  upstream: ImageUpstream,
  asked: ImageRequest,
): Promise<MadeAnswer> {
  const count = asked.count ?? 1;
  const answers = await inBatches(Array.from({ length: count }), {
    most: upstream.mostAtOnce,
    atOnce: CALLS_AT_ONCE,
    run: async ({ length }) => {
      const { body } = upstream.encodeRequest({ ...asked, count: length }, attempt.upstreamModel);
      const { json, response } = await attempt.postJson(body);
      return { ...upstream.decodeResponse(json, asked), response };
    },
  });
  const last = answers.at(-1);
  if (last === undefined) throw new Error('there is at least one picture to make');
  return {
    images: answers.flatMap(({ images }) => images).slice(0, count),
    usage: sum(answers.map(({ usage }) => usage)),
    response: last.response,
  };
}

function upstreamOf(format: string): ImageUpstream {
  const upstreams: Readonly<Record<string, ImageUpstream>> = IMAGE_UPSTREAMS;
  const upstream = upstreams[format];
  if (upstream === undefined) throw new Error(`${format} is no format for pictures`);
  return upstream;
}

function sum(usages: readonly (Usage | undefined)[]): Usage {
  const total = (name: 'inputTokens' | 'outputTokens' | 'imageInputTokens' | 'images'): number =>
    usages.reduce((soFar, usage) => soFar + (usage?.[name] ?? 0), 0);
  return {
    inputTokens: total('inputTokens'),
    outputTokens: total('outputTokens'),
    imageInputTokens: total('imageInputTokens'),
    images: total('images'),
  };
}
