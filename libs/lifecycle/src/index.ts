export { ChildWatchdog } from './child-watchdog.js';
export { runService, type Service, type ServiceContext } from './run-service.js';
export { type WatchdogLimits } from './watchdog-limits.js';
