import { type StandIn, refuse } from '../../__fixtures__/stand-in.js';

export const qwenStandIn: StandIn = {
  refuse: (body) =>
    body['model'] === 'qwen3-32b' && body['stream'] !== true && body['enable_thinking'] !== false
      ? refuse('parameter.enable_thinking must be set to false for non-streaming calls')
      : undefined,
};
