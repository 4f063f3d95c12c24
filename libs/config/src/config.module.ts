import { type DynamicModule, Global, Inject, Injectable, Module, type Provider } from '@nestjs/common';
import { type Config } from './config.js';

/** `@Inject(CONFIG) config: Config` */
export const CONFIG = Symbol('config');

/** Where clients reach this gateway. */
@Injectable()
export class PublicUrl {
  private url: string;

  constructor(@Inject(CONFIG) { http }: Config) {
    this.url = http.publicUrl;
  }

  /** For certain only once the gateway listens, so it is asked each time. */
  get current(): string {
    return this.url;
  }

  /** Port 0 means any free one; only the socket that listens knows which. */
  listensOn(port: number): void {
    this.url = this.url.replace(/:0$/, `:${port}`);
  }
}

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
