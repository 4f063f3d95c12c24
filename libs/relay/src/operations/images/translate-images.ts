import { type ImageRequest, type Usage } from '#canonical';
import { IMAGE_UPSTREAMS, type ImageUpstream } from '#wire';
import { type OperationAttempt } from '../operation-attempt.js';
import { inBatches } from '../batches.js';
import { lostInClientWords, translateRequest } from '../in-client-words.js';
import { withInlineInputs } from './inline-inputs.js';
import { type ReceivedImages } from './received-images.js';
import { type MadeAnswer, sendAnswer } from './send-answer.js';

const CALLS_AT_ONCE = 4;

/** The upstream is asked in its own words, as often as it takes to get as many images as the client wants. */
export async function translateImages(attempt: OperationAttempt, received: ReceivedImages): Promise<void> {
  const { client } = received;
  const upstream = getUpstream(attempt.candidate.format);
  const asked = await withInlineInputs(received.asked, attempt.fetchMedia);
  const { lost } = translateRequest(asked, client, () =>
    upstream.encodeRequest(asked, attempt.upstreamModel),
  );
  attempt.lose(lostInClientWords(lost, asked, client));
  await sendAnswer(attempt, received, await makeImages(attempt, upstream, asked));
}

async function makeImages(
  attempt: OperationAttempt,
  upstream: ImageUpstream,
  asked: ImageRequest,
): Promise<MadeAnswer> {
  const count = asked.count ?? 1;
  const answers = await inBatches(Array.from({ length: count }), {
    max: upstream.maxAtOnce,
    atOnce: CALLS_AT_ONCE,
    run: async ({ length }) => {
      const { body } = upstream.encodeRequest({ ...asked, count: length }, attempt.upstreamModel);
      const { json, response } = await attempt.postJson(body);
      return { ...upstream.decodeResponse(json, asked), response };
    },
  });
  const last = answers.at(-1);
  if (last === undefined) throw new Error('there is at least one image to make');
  return {
    images: answers.flatMap(({ images }) => images).slice(0, count),
    usage: sum(answers.map(({ usage }) => usage)),
    response: last.response,
  };
}

function getUpstream(format: string): ImageUpstream {
  const upstreams: Readonly<Record<string, ImageUpstream>> = IMAGE_UPSTREAMS;
  const upstream = upstreams[format];
  if (upstream === undefined) throw new Error(`${format} is no format for images`);
  return upstream;
}

function sum(usages: readonly (Usage | undefined)[]): Usage {
  const total = (
    name: 'inputTokens' | 'outputTokens' | 'imageInputTokens' | 'imageOutputTokens' | 'images',
  ): number => usages.reduce((soFar, usage) => soFar + (usage?.[name] ?? 0), 0);
  return {
    inputTokens: total('inputTokens'),
    outputTokens: total('outputTokens'),
    imageInputTokens: total('imageInputTokens'),
    imageOutputTokens: total('imageOutputTokens'),
    images: total('images'),
  };
}
