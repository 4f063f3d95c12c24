import { type ImageRequest, type Usage } from '#canonical';
import { IMAGE_UPSTREAMS, type ImageUpstream } from '#wire';
import { type OperationAttempt } from '../operation-attempt.js';
import { runInBatches } from '../batches.js';
import { toClientNames, encodeForUpstream } from '../client-names.js';
import { inlineInputs } from './inline-inputs.js';
import { type DecodedImageRequest } from './decode-image-request.js';
import { type GeneratedImages, sendImages } from './send-images.js';

const CONCURRENT_CALLS = 4;

/** Calls an upstream of another format, as often as needed for the requested number of images. */
export async function translateImages(
  attempt: OperationAttempt,
  received: DecodedImageRequest,
): Promise<void> {
  const { client } = received;
  const upstream = getUpstream(attempt.candidate.format);
  const decoded = await inlineInputs(received.decoded, attempt.fetchMedia);
  const { lost } = encodeForUpstream(decoded, client, () =>
    upstream.encodeRequest(decoded, attempt.upstreamModel),
  );
  attempt.reportLost(toClientNames(lost, decoded, client));
  await sendImages(attempt, received, await generateImages(attempt, upstream, decoded));
}

async function generateImages(
  attempt: OperationAttempt,
  upstream: ImageUpstream,
  decoded: ImageRequest,
): Promise<GeneratedImages> {
  const count = decoded.count ?? 1;
  const results = await runInBatches(Array.from({ length: count }), {
    maxSize: upstream.maxAtOnce,
    concurrency: CONCURRENT_CALLS,
    run: async ({ length }) => {
      const { body } = upstream.encodeRequest({ ...decoded, count: length }, attempt.upstreamModel);
      const { json, response } = await attempt.postJson(body);
      return { ...upstream.decodeResponse(json, decoded), response };
    },
  });
  const last = results.at(-1);
  if (last === undefined) throw new Error('there is at least one image to make');
  return {
    images: results.flatMap(({ images }) => images).slice(0, count),
    usage: sum(results.map(({ usage }) => usage)),
    response: last.response,
  };
}

function getUpstream(format: string): ImageUpstream {
  const upstreams: Readonly<Record<string, ImageUpstream>> = IMAGE_UPSTREAMS;
  const upstream = upstreams[format];
  if (upstream === undefined) throw new Error(`${format} is not a format for images`);
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
