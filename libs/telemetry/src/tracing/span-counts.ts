/**
 * The spans of this process by outcome. In a separate file, because the exporter is loaded only if tracing is enabled.
 */
export const spanCounts = { exported: 0, dropped: 0 };
