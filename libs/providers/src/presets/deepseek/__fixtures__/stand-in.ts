import {
  type StandIn,
  refuseCallsWithoutReasoning,
  refuseDeveloperRole,
} from '../../__fixtures__/stand-in.js';

export const deepSeekStandIn: StandIn = {
  refuse: (body) => refuseDeveloperRole(body) ?? refuseCallsWithoutReasoning(body),
};
