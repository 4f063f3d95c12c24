import { permitProbe } from '#admission/probe-permit';
import { getPlace, VideoUpstream } from '#upstream';
import { type ProbeConnection } from './request-upstream.js';
import { diagnoseConnection } from './diagnose-connection.js';
import { UpstreamFault, diagnoseResponse } from './upstream-fault.js';

/** A valid id that no service uses for a video. */
const NO_VIDEO = '00000000-0000-4000-8000-000000000000';

/** The status codes of a service that accepts the key but does not find the video. */
const ACCEPTED_KEY_STATUSES = new Set([200, 400, 404, 410, 422]);

/**
 * Requests a video that does not exist from a service that only creates videos. This is free, and the service checks the
 * key first. Throws an UpstreamFault. Returns false if the service is not of this kind.
 */
export async function probeVideos(connection: ProbeConnection): Promise<boolean> {
  const { video, speaks } = connection.provider;
  if (video === undefined || Object.keys(speaks).length > 0) return false;
  const [key, ...others] = connection.channel.apiKeys;
  for (const apiKey of [key, ...others]) await requestVideo(connection, video, apiKey);
  return true;
}

async function requestVideo(
  { http, channel, provider, signal }: ProbeConnection,
  video: NonNullable<ProbeConnection['provider']['video']>,
  apiKey: string | undefined,
): Promise<void> {
  const account = { ...channel, maxConnections: undefined, provider, apiKey, permit: permitProbe(channel) };
  const call = video.status({ upstreamId: NO_VIDEO }, { ...getPlace(channel), upstreamModel: '' });
  const outcome = await new VideoUpstream(http, account).call(call, signal);
  const target = { channel, apiKey, url: call.url };
  if (outcome.kind !== 'answer') throw new UpstreamFault(diagnoseConnection(outcome.fault, target));
  const { status, bytes, json } = outcome;
  if (ACCEPTED_KEY_STATUSES.has(status) && json !== undefined) return;
  throw new UpstreamFault(diagnoseResponse({ status, headers: {}, bytes, json }, target));
}
