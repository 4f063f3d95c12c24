import { ContentRecorder } from '#relay';
import { Metrics } from '#telemetry';
import { Injectable, type OnModuleInit } from '@nestjs/common';

/** Counts the outcomes of recorded request contents. */
@Injectable()
export class RecordingMetrics implements OnModuleInit {
  constructor(
    private readonly metrics: Metrics,
    private readonly recorder: ContentRecorder,
  ) {}

  onModuleInit(): void {
    this.recorder.onOutcome = (outcome) => this.metrics.contentRecorded(outcome);
  }
}
