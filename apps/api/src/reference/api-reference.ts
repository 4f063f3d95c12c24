import { Injectable } from '@nestjs/common';
import { type OpenAPIObject } from '@nestjs/swagger';
import { type StaticContent, toDigest } from '../console/static-content.js';
import { composeDocument } from './api-document.js';
import { type ReferenceAssets, renderReference } from './render-reference.js';
import { viewReference } from './reference-view.js';

/** The reference for programs and for people. Made when it is first asked for, and then kept. */
@Injectable()
export class ApiReference {
  private adminApi?: Promise<OpenAPIObject>;
  private document?: Promise<StaticContent>;
  private page?: Promise<StaticContent>;

  /** Set once the application is made, which this describes. */
  describeAdminApi: () => Promise<OpenAPIObject> = () => Promise.reject(new Error('no application'));

  forPrograms(publicUrl: string): Promise<StaticContent> {
    this.document ??= this.compose(publicUrl).then((document) =>
      buildContent('application/json; charset=utf-8', JSON.stringify(document)),
    );
    return this.document;
  }

  forPeople(publicUrl: string, assets: ReferenceAssets): Promise<StaticContent> {
    this.page ??= this.compose(publicUrl).then((document) =>
      buildContent('text/html; charset=utf-8', renderReference(viewReference(document), assets)),
    );
    return this.page;
  }

  private async compose(publicUrl: string): Promise<OpenAPIObject> {
    this.adminApi ??= this.describeAdminApi();
    return composeDocument(await this.adminApi, publicUrl);
  }
}

function buildContent(mediaType: string, text: string): StaticContent {
  const body = Buffer.from(text);
  return { mediaType, body, digest: toDigest(body), cacheControl: 'no-cache' };
}
