import { type DynamicModule, Global, Module, type Provider } from '@nestjs/common';
import { type Config } from './config.js';
import { CONFIG } from './config.token.js';
import { PublicUrl } from './public-url.js';

/** What this program was told from outside. */
@Global()
@Module({ providers: [PublicUrl], exports: [PublicUrl] })
export class ConfigModule {
  /** `options` are values that libraries ask for beside the configuration, each under a token of that library. */
  static forRoot(config: Config, options: readonly Provider[] = []): DynamicModule {
    const providers = [{ provide: CONFIG, useValue: config }, ...options];
    return { module: ConfigModule, providers, exports: providers };
  }
}
