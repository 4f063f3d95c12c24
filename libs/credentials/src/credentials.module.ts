import { readEnvironment } from '#config';
import { EgressModule, HttpTransport } from '#egress';
import { LOGGER, type Logger } from '#telemetry';
import { Module } from '@nestjs/common';
import { SYSTEM_CLOCK } from './clock.js';
import { CredentialSources } from './credential-sources.js';

/** Who channels are where they have no key. */
@Module({
  imports: [EgressModule],
  providers: [
    {
      provide: CredentialSources,
      inject: [HttpTransport, LOGGER],
      useFactory: (http: HttpTransport, logger: Logger) =>
        new CredentialSources({ http, logger, clock: SYSTEM_CLOCK, environment: readEnvironment() }),
    },
  ],
  exports: [CredentialSources],
})
export class CredentialsModule {}
