import { type JsonObject } from '#canonical';
import { encodeLargeJson, parseStoredJson } from '#json-scan';
import { SecretBox } from '#secrets';
import { type backgroundState } from '#wire';
import { Injectable } from '@nestjs/common';
import { type BackgroundRequest } from './background-response.js';

/** Encrypts requests and events, each bound to its row. Large ones are processed in slices. */
@Injectable()
export class ResponseSeals {
  constructor(private readonly secretBox: SecretBox) {}

  async sealRequest(id: string, request: BackgroundRequest): Promise<Buffer> {
    const json = await encodeLargeJson(request as unknown as JsonObject);
    return this.secretBox.sealLarge(json, getRequestContext(id));
  }

  async openRequest(id: string, sealed: Uint8Array): Promise<BackgroundRequest> {
    const json = await this.secretBox.openLarge(sealed, getRequestContext(id));
    return (await parseStoredJson(json)) as unknown as BackgroundRequest;
  }

  async sealEvent(id: string, event: backgroundState.ResponseEvent): Promise<Buffer> {
    const json = await encodeLargeJson(event);
    return this.secretBox.sealLarge(json, getEventContext(id, event.sequence_number));
  }

  /** Returns the event as JSON. */
  openEvent(id: string, sequence: number, sealed: Uint8Array): Promise<Buffer> {
    return this.secretBox.openLarge(sealed, getEventContext(id, sequence));
  }
}

function getRequestContext(id: string): string {
  return `background_responses/${id}/request`;
}

function getEventContext(id: string, sequence: number): string {
  return `background_response_events/${id}/${sequence}/event`;
}
