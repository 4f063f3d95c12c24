import { type DynamicModule, Module } from '@nestjs/common';
import { HomepageAssets } from './homepage-assets.js';
import { HomepageController } from './homepage.controller.js';
import { PUBLIC_URL } from './public-url.token.js';

/** The pages for people. */
@Module({})
export class ConsoleModule {
  static with(publicUrl: string): DynamicModule {
    return {
      module: ConsoleModule,
      controllers: [HomepageController],
      providers: [{ provide: PUBLIC_URL, useValue: publicUrl }, HomepageAssets],
    };
  }
}
