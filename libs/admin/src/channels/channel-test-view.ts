import { type ProbeResult } from '../channel-probe/probe-channel.js';
import { type ChannelTestView } from './channel-view.dto.js';

export function viewTest(result: ProbeResult): ChannelTestView {
  return {
    ok: result.isOk,
    model: result.model ?? null,
    format: result.format ?? null,
    duration_ms: result.durationMs,
    status: result.status ?? null,
    message: result.message,
    advice: result.advice ?? null,
    field: result.field ?? null,
  };
}
