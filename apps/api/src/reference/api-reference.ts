import { Injectable } from '@nestjs/common';
import { type OpenAPIObject } from '@nestjs/swagger';
import { CompressedContent } from '../console/compressed-content.js';
import { composeDocument } from './api-document.js';

/** The description of the API. Made when it is first asked for, and then kept. */
@Injectable()
export class ApiReference {
  private document?: Promise<CompressedContent>;

  /** Set once the application is made, which this describes. */
  describeAdminApi: () => Promise<OpenAPIObject> = () => Promise.reject(new Error('no application'));

  forPrograms(publicUrl: string): Promise<CompressedContent> {
    this.document ??= this.compose(publicUrl);
    return this.document;
  }

  private async compose(publicUrl: string): Promise<CompressedContent> {
    const document = composeDocument(await this.describeAdminApi(), publicUrl);
    return CompressedContent.from({
      mediaType: 'application/json; charset=utf-8',
      body: Buffer.from(JSON.stringify(document)),
      cacheControl: 'no-cache',
    });
  }
}
