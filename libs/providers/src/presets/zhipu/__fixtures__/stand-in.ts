import {
  type StandIn,
  refuse,
  refuseDeveloperRole,
  refuseLongUserId,
} from '../../__fixtures__/stand-in.js';

export const zhipuStandIn: StandIn = {
  /** github.com/tombii/better-ccflare/pull/187 */
  refuse: (body) =>
    JSON.stringify(body).includes('"cache_control":')
      ? refuse('API call parameter is wrong: cache_control')
      : (refuseDeveloperRole(body) ?? refuseLongUserId(body)),
  finishReasons: ['sensitive'],
};
