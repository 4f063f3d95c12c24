import {
  type LimitColumns,
  MemberLimitsRepository,
  OwnerDirectory,
  OwnerRepository,
  limitColumns,
} from '#access';
import { type createDataSource } from '#database';
import { type LiveSettings, memberLimits } from '#settings';

/** What owners and members may use; empty until it is read for the first time. */
export function openOwners(
  dataSource: ReturnType<typeof createDataSource>,
  settings: Pick<LiveSettings, 'current'>,
): OwnerDirectory {
  return new OwnerDirectory({
    owners: new OwnerRepository(dataSource),
    members: new MemberLimitsRepository(dataSource),
    memberDefaults: memberDefaultsIn(settings),
  });
}

/** Made anew only when the settings have changed. */
function memberDefaultsIn(settings: Pick<LiveSettings, 'current'>): () => LimitColumns {
  let from = settings.current;
  let defaults = limitColumns(memberLimits(from));
  return () => {
    if (settings.current === from) return defaults;
    from = settings.current;
    defaults = limitColumns(memberLimits(from));
    return defaults;
  };
}
