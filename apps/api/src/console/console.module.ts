import { type DynamicModule, Module } from '@nestjs/common';
import { type OpenAPIObject } from '@nestjs/swagger';
import { ApiReference } from '../reference/api-reference.js';
import { ReferenceController } from '../reference/reference.controller.js';
import { PageAssets } from './page-assets.js';
import { HomepageController } from './homepage.controller.js';
import { PUBLIC_URL } from './public-url.token.js';

export interface ConsoleParts {
  publicUrl: string;
  /** Where the files are that the pages refer to. */
  assetsFolder: URL;
  /** Costs a second the first time, so it is asked for only when somebody wants to read it. */
  describeAdminApi: () => Promise<OpenAPIObject>;
}

/** The pages for people. */
@Module({})
export class ConsoleModule {
  static with({ publicUrl, assetsFolder, describeAdminApi }: ConsoleParts): DynamicModule {
    return {
      module: ConsoleModule,
      controllers: [HomepageController, ReferenceController],
      providers: [
        { provide: PUBLIC_URL, useValue: publicUrl },
        { provide: ApiReference, useValue: new ApiReference(describeAdminApi) },
        { provide: PageAssets, useValue: new PageAssets(assetsFolder) },
      ],
    };
  }
}
