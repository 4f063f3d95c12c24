import { type StandIn, refuseLongUserId } from '../../__fixtures__/stand-in.js';

export const doubaoStandIn: StandIn = { refuse: refuseLongUserId };
