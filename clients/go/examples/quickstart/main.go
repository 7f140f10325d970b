// Command quickstart underwrites a first deal and prints what was found.
package main

import (
	"context"
	"encoding/json"
	"log"
	"os"

	assay "assay.example/client"
)

func main() {
	client, err := assay.NewClient("") // SERVICE_API_KEY, SERVICE_API_URL
	check(err)
	ctx := context.Background()
	deal, err := client.Submissions.Create(ctx, &assay.SubmissionCreateParams{Name: assay.Ptr("First deal")})
	check(err)
	file := []assay.File{{Path: os.Args[1]}}
	_, err = client.Documents.Upload(ctx, deal.ID, &assay.DocumentUploadParams{File: file})
	check(err)
	_, err = client.Submissions.ProcessAndWait(ctx, deal.ID, nil, nil)
	check(err)
	card, err := client.Submissions.Scorecard(ctx, deal.ID, nil)
	check(err)
	metrics := map[string]interface{}{}
	for _, section := range card.Sections {
		for _, one := range section.Metrics {
			metrics[one.Name] = one.Value
		}
	}
	revenue := []float64{}
	rows := client.Transactions.List(ctx, &assay.TransactionListParams{SubmissionID: &deal.ID, Metric: assay.Ptr("true_revenue")})
	for rows.Next() {
		revenue = append(revenue, rows.Current().Amount)
	}
	check(rows.Err())
	found := map[string]interface{}{"paper_grade": card.PaperGrade, "metrics": metrics, "revenue": revenue}
	check(json.NewEncoder(os.Stdout).Encode(found))
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
