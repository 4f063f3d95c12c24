import { type DynamicModule, Module } from '@nestjs/common';
import { type OpenAPIObject } from '@nestjs/swagger';
import { ApiReference } from '../reference/api-reference.js';
import { ReferenceController } from '../reference/reference.controller.js';
import { PageAssets } from './page-assets.js';
import { HomepageController } from './homepage.controller.js';
import { PUBLIC_URL } from './public-url.token.js';
import { BuiltPages } from './web/built-pages.js';
import { WebConsoleController } from './web/web-console.controller.js';

export interface ConsoleParts {
  publicUrl: string;
  /** Where the files are that the pages refer to. */
  assetsFolder: URL;
  /** Where the build put the web console. */
  webFolder: URL;
  /** Costs a second the first time, so it is asked for only when somebody wants to read it. */
  describeAdminApi: () => Promise<OpenAPIObject>;
}

/** The pages for people. */
@Module({})
export class ConsoleModule {
  static with({ publicUrl, assetsFolder, webFolder, describeAdminApi }: ConsoleParts): DynamicModule {
    return {
      module: ConsoleModule,
      controllers: [HomepageController, ReferenceController, WebConsoleController],
      providers: [
        { provide: PUBLIC_URL, useValue: publicUrl },
        { provide: ApiReference, useValue: new ApiReference(describeAdminApi) },
        { provide: BuiltPages, useValue: new BuiltPages(webFolder) },
        { provide: PageAssets, useValue: new PageAssets(assetsFolder) },
      ],
    };
  }
}
