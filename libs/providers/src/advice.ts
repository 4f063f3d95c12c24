/** Errors of a channel for which a provider can have specific advice. */
export type AdvisedFault =
  /** The credentials of the identity that replaces a key were rejected. */
  | 'identity-refused'
  /** The key or identity was accepted but lacks permission. */
  | 'forbidden'
  | 'model-not-found'
  /** The host name does not exist. */
  | 'host-not-found'
  /** The connection was refused. */
  | 'not-listening';

export interface Advice {
  /** What to do, in one or two sentences. */
  readonly advice: string;
  /** The setting that is probably wrong, by its name in the admin API. */
  readonly field?: string;
}

export type ProviderAdvice = Readonly<Partial<Record<AdvisedFault, Advice>>>;

/** Advice for a self-hosted server. */
export function buildServerAdvice({ start, add }: { start: string; add: string }): ProviderAdvice {
  return {
    'not-listening': {
      advice: `${start} If the gateway runs in a container, 127.0.0.1 is the container itself: use the host name or IP address of the machine in base_url.`,
      field: 'base_url',
    },
    'model-not-found': { advice: add, field: 'models' },
  };
}
