import { type StandIn, refuseCallsWithoutReasoning } from '../../__fixtures__/stand-in.js';

export const moonshotStandIn: StandIn = { refuse: refuseCallsWithoutReasoning, usage: { cached_tokens: 6 } };
