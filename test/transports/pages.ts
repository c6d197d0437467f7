import type { RequestHandler } from "express";
import type { RouteHandlers } from "../../src/transports/http/routes.ts";

const page: RequestHandler = (request, response) => {
  response.json({ page: request.path });
};

/** Stand-ins for what the application serves at the routes: each answers with its own path. */
export const pages: RouteHandlers = {
  toolProtocol: page,
  reload: page,
  upstreams: page,
  keys: page,
  changeKeys: page,
  usage: page,
  resourceMetadata: page,
  cordon: page,
  start: page,
  webHealth: page,
  httpHealth: page,
  liveness: page,
  readiness: page,
  metrics: page,
  document: page,
  networks: page,
  transaction: page,
  statusPage: page,
  statusReport: page,
  docs: page,
};
