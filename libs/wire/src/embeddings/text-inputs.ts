import { type EmbeddingsRequest, GatewayError } from '#canonical';

/** For upstreams that cut texts into tokens themselves. */
export function textInputs({ inputs }: EmbeddingsRequest): string[] {
  return inputs.map((input) => {
    if (typeof input === 'string') return input;
    throw new GatewayError('unsupported-parameter', 'The upstream takes texts, not tokens.', {
      param: 'inputs',
    });
  });
}
