import { getPlace, VideoUpstream } from '#upstream';
import { type UpstreamLine } from './ask-upstream.js';
import { diagnoseConnection } from './diagnose-connection.js';
import { UpstreamFault, diagnoseAnswer } from './upstream-fault.js';

/** An id of the usual shape that no service has given to a video. */
const NO_VIDEO = '00000000-0000-4000-8000-000000000000';

/** By which a service says that it knows who asks, but not what for. */
const KNOWN_CALLER = new Set([200, 400, 404, 410, 422]);

/**
 * Asks a service that makes nothing but videos for one that does not exist: that is free, and whoever is not known
 * there is told so before. Throws an UpstreamFault; false where the service has nothing to ask for.
 */
export async function probeVideos(line: UpstreamLine): Promise<boolean> {
  const { video, speaks } = line.provider;
  if (video === undefined || Object.keys(speaks).length > 0) return false;
  const [key, ...others] = line.channel.apiKeys;
  for (const apiKey of [key, ...others]) await askForVideo(line, video, apiKey);
  return true;
}

async function askForVideo(
  { http, channel, provider, signal }: UpstreamLine,
  video: NonNullable<UpstreamLine['provider']['video']>,
  apiKey: string | undefined,
): Promise<void> {
  const account = { ...channel, maxConnections: undefined, provider, apiKey };
  const call = video.status({ upstreamId: NO_VIDEO }, { ...getPlace(channel), upstreamModel: '' });
  const outcome = await new VideoUpstream(http, account).call(call, signal);
  const asked = { channel, apiKey, place: call.url };
  if (outcome.kind !== 'answer') throw new UpstreamFault(diagnoseConnection(outcome.fault, asked));
  const { status, bytes, json } = outcome;
  if (KNOWN_CALLER.has(status) && json !== undefined) return;
  throw new UpstreamFault(diagnoseAnswer({ status, headers: {}, bytes, json }, asked));
}
