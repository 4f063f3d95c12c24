import { DisplacingQuota, StorageUseRepository } from '#quotas';
import { LiveSettings, quotaSettings } from '#settings';
import { LOGGER, type Logger } from '#telemetry';
import { Inject, Injectable } from '@nestjs/common';
import { StoredResponseRepository } from './stored-response.repository.js';

/** Deletes the oldest stored responses of owners that exceed their quota. */
@Injectable()
export class ResponseQuota extends DisplacingQuota {
  constructor(
    responses: StoredResponseRepository,
    use: StorageUseRepository,
    settings: LiveSettings,
    @Inject(LOGGER) logger: Logger,
  ) {
    super({
      name: 'stored responses',
      limit: () => quotaSettings(settings.current).responses,
      read: (owner) => use.find(owner, 'responses'),
      displace: (owner, keep) => responses.deleteOldest(owner, keep),
      logger,
    });
  }
}
