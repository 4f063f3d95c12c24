import { type DynamicModule, Module } from '@nestjs/common';
import { HomepageAssets } from './homepage-assets.js';
import { HomepageController } from './homepage.controller.js';
import { PUBLIC_URL } from './public-url.token.js';

export interface ConsoleParts {
  publicUrl: string;
  /** Where the files are that the pages refer to. */
  assetsFolder: URL;
}

/** The pages for people. */
@Module({})
export class ConsoleModule {
  static with({ publicUrl, assetsFolder }: ConsoleParts): DynamicModule {
    return {
      module: ConsoleModule,
      controllers: [HomepageController],
      providers: [
        { provide: PUBLIC_URL, useValue: publicUrl },
        { provide: HomepageAssets, useValue: new HomepageAssets(assetsFolder) },
      ],
    };
  }
}
