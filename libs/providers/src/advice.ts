/** What can be wrong with a channel so that its service says more about it than any other. */
export type AdvisedFault =
  /** The identity that stands in place of a key was not taken. */
  | 'identity-refused'
  /** Key or identity were taken, but may not do this. */
  | 'forbidden'
  | 'model-not-found'
  /** There is no host of that name. */
  | 'host-not-found'
  /** Nothing listens at its address. */
  | 'not-listening';

export interface Advice {
  /** What to do, in a sentence or two. */
  readonly advice: string;
  /** The setting that is probably wrong, as the admin API calls it. */
  readonly field?: string;
}

export type ProviderAdvice = Readonly<Partial<Record<AdvisedFault, Advice>>>;

/** Of a server that people run themselves. */
export function ownServerAdvice({ start, add }: { start: string; add: string }): ProviderAdvice {
  return {
    'not-listening': {
      advice: `${start} Where the gateway runs in a container, 127.0.0.1 is the container itself: write the name or the address of the machine into base_url.`,
      field: 'base_url',
    },
    'model-not-found': { advice: add, field: 'models' },
  };
}
