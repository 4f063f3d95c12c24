import { CONFIG, type Config, ConfigError, readSecretKeyFile } from '#config';
import { Module } from '@nestjs/common';
import { openSecretBox } from './open-secret-box.js';
import { SecretBox } from './secret-box.js';

@Module({
  providers: [
    {
      provide: SecretBox,
      inject: [CONFIG],
      useFactory: ({ secretKey, ...config }: Config) => {
        if (secretKey === undefined) throw new ConfigError('MODELGATE_SECRET_KEY: is not set');
        return openSecretBox({ ...config, secretKey }, readSecretKeyFile);
      },
    },
  ],
  exports: [SecretBox],
})
export class SecretsModule {}
