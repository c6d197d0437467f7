// manifests decodes Kubernetes objects from standard input with the types and the strictness of an API server:
// a kind it does not know, a field that no version has, a value of the wrong type, or a field given twice is a fault.
package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"

	monitoring "github.com/prometheus-operator/prometheus-operator/pkg/apis/monitoring/v1"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/apimachinery/pkg/util/yaml"
	"k8s.io/client-go/kubernetes/scheme"
)

func main() {
	if err := monitoring.AddToScheme(scheme.Scheme); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	decoder := serializer.NewCodecFactory(scheme.Scheme, serializer.EnableStrict).UniversalDeserializer()
	documents := yaml.NewYAMLReader(bufio.NewReader(os.Stdin))
	good, faults := 0, 0
	for {
		document, err := documents.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err == nil && len(bytes.TrimSpace(withoutComments(document))) == 0 {
			continue
		}
		if err == nil {
			_, _, err = decoder.Decode(document, nil, nil)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			faults++
			continue
		}
		good++
	}
	fmt.Printf("%d objects are valid, %d are not\n", good, faults)
	if faults > 0 || good == 0 {
		os.Exit(1)
	}
}

var comments = regexp.MustCompile(`(?m)^\s*(#.*|---\s*)$`)

// withoutComments leaves of a document what is more than comments and separators.
func withoutComments(document []byte) []byte {
	return comments.ReplaceAll(document, nil)
}
