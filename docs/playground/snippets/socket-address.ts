/** Address of the gateway's WebSocket, which is on its HTTP port. Where all networks are chosen it is the default one's. */
export function socketAddress(gateway: string, network: string): string {
  const base = gateway.replace(/^http/, "ws");
  return network === "" || network === "all" ? `${base}/` : `${base}/networks/${encodeURIComponent(network)}`;
}
