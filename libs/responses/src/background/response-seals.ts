import { SecretBox } from '#secrets';
import { type backgroundState } from '#wire';
import { Injectable } from '@nestjs/common';
import { type BackgroundRequest } from './background-response.js';

/** What clients ask and what they are told is sealed, each for its own row. */
@Injectable()
export class ResponseSeals {
  constructor(private readonly secretBox: SecretBox) {}

  sealRequest(id: string, request: BackgroundRequest): Buffer {
    return this.secretBox.seal(JSON.stringify(request), requestPlace(id));
  }

  openRequest(id: string, sealed: Uint8Array): BackgroundRequest {
    return JSON.parse(this.secretBox.open(sealed, requestPlace(id))) as BackgroundRequest;
  }

  sealEvent(id: string, event: backgroundState.ResponseEvent): Buffer {
    return this.secretBox.seal(JSON.stringify(event), eventPlace(id, event.sequence_number));
  }

  openEvent(id: string, sequence: number, sealed: Uint8Array): backgroundState.ResponseEvent {
    return JSON.parse(this.secretBox.open(sealed, eventPlace(id, sequence))) as backgroundState.ResponseEvent;
  }
}

function requestPlace(id: string): string {
  return `background_responses/${id}/request`;
}

function eventPlace(id: string, sequence: number): string {
  return `background_response_events/${id}/${sequence}/event`;
}
