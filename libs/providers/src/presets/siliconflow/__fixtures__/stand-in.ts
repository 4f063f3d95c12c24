import { type StandIn, refuseCallsWithoutReasoning } from '../../__fixtures__/stand-in.js';

export const siliconFlowStandIn: StandIn = {
  refuse: (body) =>
    String(body['model']).includes('/Kimi-K') ? refuseCallsWithoutReasoning(body) : undefined,
};
