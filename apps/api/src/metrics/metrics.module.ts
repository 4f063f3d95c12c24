import { type DynamicModule, Module } from '@nestjs/common';
import { METRICS_PARTS, type MetricsParts } from './metrics-parts.js';
import { MetricsController } from './metrics.controller.js';

@Module({})
export class MetricsModule {
  static with(parts: MetricsParts): DynamicModule {
    return {
      module: MetricsModule,
      controllers: [MetricsController],
      providers: [{ provide: METRICS_PARTS, useValue: parts }],
    };
  }
}
