import { GatewayError } from '#canonical';
import { type OperationAttempt } from '../operation-attempt.js';

export const MAX_IMAGE_BYTES = 50 * 1024 * 1024;

/** What an upstream links to instead of sending it. Its word counts no more than a stranger's, but at its own address. */
export async function fetchImage(attempt: OperationAttempt, link: string): Promise<Buffer> {
  if (!URL.canParse(link)) throw badLink();
  const url = new URL(link);
  if (attempt.isAtUpstream(url)) return attempt.fetchFromUpstream(url, MAX_IMAGE_BYTES);
  try {
    const { base64 } = await attempt.parts.fetchMedia(link);
    return Buffer.from(base64, 'base64');
  } catch (error) {
    throw badLink(error);
  }
}

/** The client has not chosen the link: that it is bad is the upstream's fault. */
function badLink(cause?: unknown): GatewayError {
  return new GatewayError(
    'upstream-bad-response',
    'The model service answered with a link that cannot be followed.',
    { cause },
  );
}
