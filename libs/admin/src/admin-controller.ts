import { Controller, UseInterceptors, UsePipes, applyDecorators } from '@nestjs/common';
import { CompressResponse } from './compress-response.interceptor.js';
import { InputPipe } from './input/input.pipe.js';
import { JsonBody } from './input/json-body.interceptor.js';

/** A controller of the admin API, with JSON bodies that are validated by their DTOs. */
export function AdminController(path: `/api${string}`): ClassDecorator {
  return applyDecorators(Controller(path), UseInterceptors(JsonBody, CompressResponse), UsePipes(InputPipe));
}
