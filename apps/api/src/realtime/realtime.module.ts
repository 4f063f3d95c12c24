import { type DynamicModule, Module } from '@nestjs/common';
import { LiveSessions } from './live-sessions.js';
import { RealtimeDoor, type RealtimeDoorParts } from './realtime-door.js';
import { RealtimeController } from './realtime.controller.js';
import { RealtimeGateway } from './realtime.gateway.js';

export type RealtimeParts = RealtimeDoorParts;

/** Conversations over a WebSocket. */
@Module({})
export class RealtimeModule {
  static with(parts: RealtimeParts): DynamicModule {
    return {
      module: RealtimeModule,
      controllers: [RealtimeController],
      providers: [
        RealtimeGateway,
        { provide: LiveSessions, useValue: parts.sessions },
        { provide: RealtimeDoor, useValue: new RealtimeDoor(parts) },
      ],
    };
  }
}
