import { type Provider } from './provider.js';

/** Whether a model of this provider can be asked for films. */
export function makesVideos(provider: Provider | undefined, upstreamModel: string): boolean {
  if (provider?.video === undefined) return false;
  return provider.video.makes?.(upstreamModel) ?? true;
}
