import { type StandIn, refuseLongUserId } from '../../__fixtures__/stand-in.js';

export const openRouterStandIn: StandIn = { refuse: refuseLongUserId, usage: { cost: 0.002 } };
