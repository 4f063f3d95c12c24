export { runService, type Service, type ServiceContext } from './run-service.js';
