import { CONFIG, type Config, readEnvironment } from '#config';
import { EgressModule, HttpTransport } from '#egress';
import { LOGGER, type Logger } from '#telemetry';
import { Module } from '@nestjs/common';
import { SYSTEM_CLOCK } from './clock.js';
import { CredentialSources } from './credential-sources.js';
import { IdentityRules } from './identity/channel-identity.js';

/** Credentials of channels without an API key. */
@Module({
  imports: [EgressModule],
  providers: [
    {
      provide: IdentityRules,
      inject: [CONFIG],
      useFactory: ({ machineIdentityHosts }: Config) => new IdentityRules(machineIdentityHosts),
    },
    {
      provide: CredentialSources,
      inject: [HttpTransport, LOGGER, IdentityRules],
      useFactory: (http: HttpTransport, logger: Logger, rules: IdentityRules) =>
        new CredentialSources({ http, logger, rules, clock: SYSTEM_CLOCK, environment: readEnvironment() }),
    },
  ],
  exports: [CredentialSources, IdentityRules],
})
export class CredentialsModule {}
