import { AccessModule, TokenDirectory } from '#access';
import { TableChanges, DatabaseModule } from '#database';
import { HttpEdgeModule } from '#http-edge';
import { AdmissionModule } from '#admission';
import { LimitsModule } from '#limits';
import { RelayModule } from '#relay';
import { Module, type OnModuleInit } from '@nestjs/common';
import { MetricsModule } from '../metrics/metrics.module.js';
import { RequestObserver } from '../tracing/request-observer.js';
import { Admissions } from './admissions.js';
import { BodyLimits } from './body-limits.js';
import { HeldConnections } from './held-connections.js';
import { HttpMetrics } from './http-metrics.js';
import { OverloadResponses } from './overload-responses.js';
import { QueueLines } from './queue-lines.js';
import { RefusedRequests } from './refused-requests.js';
import { RepeatedRefusals } from './repeated-refusals.js';
import { RequestQueue } from './request-queue.js';
import { TokenAccess } from './token-access.js';

/** Authentication, limits and body limits of the model API. */
@Module({
  imports: [
    AccessModule,
    AdmissionModule,
    DatabaseModule,
    HttpEdgeModule,
    LimitsModule,
    MetricsModule,
    RelayModule,
  ],
  providers: [
    Admissions,
    BodyLimits,
    HeldConnections,
    HttpMetrics,
    OverloadResponses,
    QueueLines,
    RefusedRequests,
    RepeatedRefusals,
    RequestObserver,
    RequestQueue,
    TokenAccess,
    TokenDirectory,
  ],
  exports: [
    AccessModule,
    AdmissionModule,
    Admissions,
    BodyLimits,
    HttpEdgeModule,
    MetricsModule,
    QueueLines,
    RefusedRequests,
    RelayModule,
    RepeatedRefusals,
    RequestQueue,
    TokenAccess,
    TokenDirectory,
  ],
})
export class HttpModule implements OnModuleInit {
  constructor(
    private readonly changes: TableChanges,
    private readonly tokens: TokenDirectory,
  ) {}

  onModuleInit(): void {
    this.changes.follow({
      onChange: { tokens: (id) => this.tokens.refresh(id) },
      reload: () => this.tokens.reload(),
    });
  }
}
